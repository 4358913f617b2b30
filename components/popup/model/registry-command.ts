import { formatCurlCommand } from '#core/quoting/curl-command';

/** Returns a cURL command that calls a registry with a token. */
export function registryCommand(registryUrl: string, token: string): string {
  return formatCurlCommand({
    method: 'GET',
    url: `${registryUrl || 'http://localhost:8091'}/api/v1/`,
    headers: [['Authorization', `Bearer ${token}`]],
    body: null,
  });
}
