import * as z from '#core/util/zod';

export interface Admin {
  readonly userName: string;
  readonly password: string;
}

/** Interval of the checks whether the server responds. */
const POLL_INTERVAL_MS = 200;

/** Waits until the server responds for its first realm. A start takes 10 to 40 seconds. */
export async function waitUntilUp(base: string, signal: AbortSignal): Promise<void> {
  while (!(await isUp(base, signal))) {
    if (signal.aborted) throw new Error(`No Keycloak responded at ${base} in time.`);
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS));
  }
}

async function isUp(base: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(`${base}/realms/master`, { signal })).ok;
  } catch {
    return false;
  }
}

/** Adds a realm through the admin interface, as the admin console does with a realm export. */
export async function addRealm(base: string, admin: Admin, realm: object): Promise<void> {
  const response = await fetch(`${base}/admin/realms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await adminToken(base, admin)}` },
    body: JSON.stringify(realm),
  });
  if (!response.ok) throw new Error(`Keycloak rejected the realm: ${response.status} ${await response.text()}`);
}

const responseSchema = z.object({ access_token: z.string() });

async function adminToken(base: string, { userName, password }: Admin): Promise<string> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username: userName, password };
  const response = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return responseSchema.parse(await response.json()).access_token;
}
