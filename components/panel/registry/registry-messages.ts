import { isOffline } from '#components/i18n/offline.ts';
import { classifyStatus } from '#core/journey/classify-status';
import { parseBoundedJson } from '#core/json/json-values';
import * as z from '#core/util/zod';
import { i18n } from '#i18n';
import type { RegistryFailure, RegistryResponse } from '#panel/registry-outcome';

/** The message about a response that needs an explanation. */
export interface ResponseMessage {
  readonly title: string;
  readonly sentence: string;
}

const envelopeSchema = z.object({
  params: z.object({ status: z.string(), errmsg: z.catch(z.nullish(z.string()), null) }),
});

/**
 * Explains a registry's response. Returns null for a successful response.
 * Some registries report an error with status 200, in the envelope.
 */
export function explainResponse(response: RegistryResponse, userId: string): ResponseMessage | null {
  if (response.status === 401) return explainUnauthorized(response);
  const serverMessage = formatServerMessage(response);
  if (response.status === 403) {
    return toMessage(
      i18n.t('registry.error.forbidden.title'),
      i18n.t('registry.error.forbidden.remedy', { userId, serverMessage }),
    );
  }
  if (response.status === 404) {
    return toMessage(
      i18n.t('registry.error.notFound.title'),
      i18n.t('registry.error.notFound.remedy', { serverMessage }),
    );
  }
  if (response.status >= 500)
    return toMessage(
      i18n.t('registry.error.server.title'),
      i18n.t('registry.error.server.remedy', { status: response.status, serverMessage }),
    );
  if (classifyStatus(response.status) === 'rejected')
    return toMessage(
      i18n.t('registry.error.rejected.title'),
      i18n.t('registry.error.rejected.remedy', { status: response.status, serverMessage }),
    );
  if (isUnsuccessful(response)) {
    return toMessage(
      i18n.t('registry.error.unsuccessful.title'),
      i18n.t('registry.error.unsuccessful.remedy', { status: response.status, serverMessage }),
    );
  }
  return null;
}

/** Explains a 401. The issuer mismatch comes first, because it is the most frequent and the least visible reason. */
function explainUnauthorized({ issuer, expectedIssuer, challenge }: RegistryResponse): ResponseMessage {
  const description = /error_description="([^"]+)"/.exec(challenge ?? '')?.[1];
  const serverMessage = description === undefined ? '' : i18n.t('registry.error.details', { description });
  if (issuer !== null && issuer !== expectedIssuer) {
    return toMessage(
      i18n.t('registry.error.unauthorized.title'),
      i18n.t('registry.error.unauthorized.otherIssuer', { issuer, expectedIssuer, serverMessage }),
    );
  }
  return toMessage(
    i18n.t('registry.error.unauthorized.title'),
    i18n.t('registry.error.unauthorized.unknownIssuer', {
      issuer: issuer ?? i18n.t('registry.error.unauthorized.noIssuer'),
      serverMessage,
    }),
  );
}

function toMessage(title: string, sentence: string): ResponseMessage {
  return { title, sentence };
}

type Envelope = z.infer<typeof envelopeSchema>['params'];

/** Cached because the history explains all its responses with each rendering. */
const envelopes = new WeakMap<RegistryResponse, Envelope | null>();

function readEnvelope(response: RegistryResponse): Envelope | null {
  const cached = envelopes.get(response);
  if (cached !== undefined) return cached;
  const envelope = envelopeSchema.safeParse(parseBoundedJson(response.body)).data?.params ?? null;
  envelopes.set(response, envelope);
  return envelope;
}

function isUnsuccessful(response: RegistryResponse): boolean {
  return readEnvelope(response)?.status.toUpperCase() === 'UNSUCCESSFUL';
}

const MAX_SERVER_MESSAGE_CHARS = 200;

/** Formats the message of the envelope as an addition to a sentence; empty if there is none. */
function formatServerMessage(response: RegistryResponse): string {
  const message = readEnvelope(response)?.errmsg?.trim() ?? '';
  return message === '' ? '' : ` (${message.slice(0, MAX_SERVER_MESSAGE_CHARS)})`;
}

const FAILURES: Readonly<Record<RegistryFailure['reason'], (detail: string) => ResponseMessage>> = {
  'no-session': () =>
    toMessage(i18n.t('registry.error.sessionExpired.title'), i18n.t('registry.error.sessionExpired.remedy')),
  'no-registry': () => toMessage(i18n.t('registry.noUrl'), i18n.t('registry.error.noUrl.remedy')),
  'registry-changed': (host) =>
    toMessage(i18n.t('registry.error.urlChanged.title'), i18n.t('registry.error.urlChanged.remedy', { host })),
  'no-permission': (host) =>
    toMessage(i18n.t('registry.error.noAccess.title', { host }), i18n.t('registry.error.noAccess.remedy')),
  unreachable: (host) =>
    toMessage(i18n.t('registry.error.unreachable.title', { host }), i18n.t('registry.error.unreachable.remedy')),
  timeout: (host) =>
    toMessage(i18n.t('registry.error.timeout.title', { host }), i18n.t('registry.error.timeout.remedy')),
  'too-long': (host) =>
    toMessage(i18n.t('registry.error.tooLarge.title'), i18n.t('registry.error.tooLarge.remedy', { host })),
  redirect: (host) =>
    toMessage(i18n.t('registry.error.redirected.title'), i18n.t('registry.error.redirected.remedy', { host })),
  'wrong-path': (path) =>
    toMessage(
      i18n.t('registry.error.outsideRegistry.title'),
      i18n.t('registry.error.outsideRegistry.remedy', { path }),
    ),
  cancelled: (host) =>
    toMessage(i18n.t('registry.error.cancelled.title'), i18n.t('registry.error.cancelled.remedy', { host })),
  'no-background': () =>
    toMessage(i18n.t('registry.error.noExtension.title'), i18n.t('registry.error.noExtension.remedy')),
};

export function explainCallFailure({ reason, detail }: RegistryFailure): ResponseMessage {
  if (reason === 'unreachable' && isOffline(detail))
    return toMessage(i18n.t('page.offline.title'), i18n.t('page.offline.remedy'));
  return FAILURES[reason](detail);
}
