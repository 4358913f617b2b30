import { parseJson } from '#core/json/json';
import * as z from '#core/util/zod';
import type { RegistryAnswer, RegistryFailure } from '#extension/protocol/registry-protocol';
import { i18n } from '#i18n';

/** What an answer means to the person: null where it is plainly good. */
export interface AnswerWords {
  readonly title: string;
  readonly sentence: string;
}

const envelopeSchema = z.object({
  params: z.object({ status: z.string(), errmsg: z.catch(z.nullish(z.string()), null) }),
});

/** Explains a registry's answer. Some say no with status 200, in the envelope. */
export function explainAnswer(answer: RegistryAnswer, userId: string): AnswerWords | null {
  const said = messageOf(answer.body);
  if (answer.status === 401) return unauthorized(answer);
  if (answer.status === 403) {
    return words(i18n.t('registry.notAllowed'), i18n.t('registry.isKnownButMayNot', { userId, said }));
  }
  if (answer.status === 404) {
    return words(i18n.t('registry.notFound'), i18n.t('registry.thereIsNoSuchEntity', { said }));
  }
  if (answer.status >= 500)
    return words(
      i18n.t('registry.theRegistryIsInTrouble'),
      i18n.t('registry.itAnsweredLookIntoIts', { status: answer.status, said }),
    );
  if (answer.status >= 400)
    return words(
      i18n.t('registry.refused'),
      i18n.t('registry.theRegistryAnsweredCompareThe', { status: answer.status, said }),
    );
  if (isUnsuccessful(answer.body)) {
    return words(
      i18n.t('registry.notDone'),
      i18n.t('registry.theRegistryAnsweredButIts', { status: answer.status, said }),
    );
  }
  return null;
}

/** The issuer trap first: it is the usual reason, and the one that nobody sees. */
function unauthorized({ issuer, expectedIssuer, challenge }: RegistryAnswer): AnswerWords {
  const why = /error_description="([^"]+)"/.exec(challenge ?? '')?.[1];
  const said = why === undefined ? '' : i18n.t('registry.itSays', { why });
  if (issuer !== null && issuer !== expectedIssuer) {
    return words(
      i18n.t('registry.tokenNotAccepted'),
      i18n.t('registry.theTokenIsOfBut', { issuer, expectedIssuer, said }),
    );
  }
  return words(
    i18n.t('registry.tokenNotAccepted'),
    i18n.t('registry.compareTheIssuer', { issuer: issuer ?? i18n.t('registry.anUnknownIssuer'), said }),
  );
}

function words(title: string, sentence: string): AnswerWords {
  return { title, sentence };
}

function envelopeOf(body: string): z.infer<typeof envelopeSchema>['params'] | null {
  return envelopeSchema.safeParse(parseJson(body)).data?.params ?? null;
}

function isUnsuccessful(body: string): boolean {
  return envelopeOf(body)?.status.toUpperCase() === 'UNSUCCESSFUL';
}

function messageOf(body: string): string {
  const message = envelopeOf(body)?.errmsg?.trim() ?? '';
  return message === '' ? '' : ` (${message.slice(0, 200)})`;
}

const FAILURES: Readonly<Record<RegistryFailure['reason'], (detail: string) => AnswerWords>> = {
  'no-session': () => words(i18n.t('registry.theSessionHasEnded'), i18n.t('registry.logInAgainWithThe')),
  'no-registry': () => words(i18n.t('registry.noRegistryAddress'), i18n.t('registry.enterTheRegistryUrlOf2')),
  'registry-changed': (host) =>
    words(i18n.t('registry.registryChanged'), i18n.t('registry.registryChangedTo', { host })),
  'no-permission': (host) =>
    words(i18n.t('registry.noAccessTo', { host }), i18n.t('registry.pressTestThisEnvironmentIn')),
  unreachable: (host) => words(i18n.t('registry.doesNotAnswer', { host }), i18n.t('registry.startTheRegistryOrChange')),
  'too-slow': (host) => words(i18n.t('registry.isTooSlow', { host }), i18n.t('registry.noWholeAnswerCameWithin')),
  'too-long': (host) => words(i18n.t('registry.theAnswerIsTooLong'), i18n.t('registry.sentMoreThan4MiB', { host })),
  redirect: (host) => words(i18n.t('registry.itRedirects'), i18n.t('registry.sendsOnToAnotherAddress', { host })),
  'wrong-path': (path) => words(i18n.t('registry.notAPathOfThe'), i18n.t('registry.leadsOutOfTheRegistry', { path })),
  cancelled: (host) => words(i18n.t('registry.givenUp'), i18n.t('registry.hadNotAnsweredYetWhat', { host })),
  'no-background': () => words(i18n.t('registry.theExtensionDoesNotAnswer'), i18n.t('registry.itWasReloadedOrUpdated')),
};

export function explainCallFailure({ reason, detail }: RegistryFailure): AnswerWords {
  return FAILURES[reason](detail);
}
