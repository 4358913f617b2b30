/** Why the upstream did not respond: the code of the system or of TLS, as `ECONNREFUSED`. */
export type UpstreamFailure = string;

/** The upstream is the proxy itself. */
export const LOOP = 'loop';

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refuses connections. Start it, or check the port.',
  ENOTFOUND: 'Its name is unknown. Check the URL.',
  EAI_AGAIN: 'Its name cannot be looked up. Check the network.',
  EHOSTUNREACH: 'It cannot be reached. Check the network.',
  ENETUNREACH: 'It cannot be reached. Check the network.',
  ECONNRESET: 'It closed the connection before it responded.',
  ETIMEDOUT: 'It did not respond in time.',
  [LOOP]: 'It is this proxy itself. Give --upstream another URL.',
};

/** Says why the upstream did not respond, in sentences. */
export function upstreamFailureText(upstream: string, failure: UpstreamFailure): string {
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO/.test(failure);
  const hint = isCertificate
    ? `Its certificate is not trusted (${failure}). Set NODE_EXTRA_CA_CERTS to the certificate of its authority.`
    : (SENTENCES[failure] ?? `The connection failed (${failure}).`);
  return `No response from the upstream ${upstream}. ${hint}`;
}

/** Status of the response in place of the upstream's. */
export function upstreamFailureStatus(failure: UpstreamFailure): number {
  if (failure === LOOP) return 508;
  return failure === 'ETIMEDOUT' ? 504 : 502;
}
