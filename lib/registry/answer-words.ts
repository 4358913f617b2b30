import type { RegistryAnswer, RegistryFailure } from '../messaging/registry';
import { z } from '../zod';

/** What an answer means to the person: null where it is plainly good. */
export interface AnswerWords {
  readonly title: string;
  readonly sentence: string;
}

const envelopeSchema = z.object({
  params: z.object({ status: z.string(), errmsg: z.string().nullish().catch(null) }),
});

/** Explains a registry's answer. Some say no with status 200, in the envelope. */
export function explainAnswer(answer: RegistryAnswer, userId: string): AnswerWords | null {
  const said = messageOf(answer.body);
  if (answer.status === 401) return unauthorized(answer);
  if (answer.status === 403) {
    return words(
      'Not allowed',
      `${userId} is known, but may not do this${said}. Compare the roles in its token with those that the schema asks for, or act as the owner.`,
    );
  }
  if (answer.status === 404) {
    return words(
      'Not found',
      `There is no such entity, osid or path${said}. Entity names are written as in the schema: Teacher, not teacher.`,
    );
  }
  if (answer.status >= 500)
    return words('The registry is in trouble', `It answered ${answer.status}${said}. Look into its log.`);
  if (answer.status >= 400)
    return words('Refused', `The registry answered ${answer.status}${said}. Compare the body with the schema.`);
  if (isUnsuccessful(answer.body)) {
    return words('Not done', `The registry answered ${answer.status}, but its envelope says UNSUCCESSFUL${said}.`);
  }
  return null;
}

/** The issuer trap first: it is the usual reason, and the one that nobody sees. */
function unauthorized({ issuer, expectedIssuer, challenge }: RegistryAnswer): AnswerWords {
  const why = /error_description="([^"]+)"/.exec(challenge ?? '')?.[1];
  const said = why === undefined ? '' : ` It says: ${why}.`;
  if (issuer !== null && issuer !== expectedIssuer) {
    return words(
      'Token not accepted',
      `The token is of ${issuer}, but the registry takes those of ${expectedIssuer}.${said} Log in through the address that the registry knows.`,
    );
  }
  return words(
    'Token not accepted',
    `The token is of ${issuer ?? 'an unknown issuer'}.${said} A registry takes only the issuer that it knows: compare this address with the one in its settings (often http://keycloak:8080/…), to the letter.`,
  );
}

function words(title: string, sentence: string): AnswerWords {
  return { title, sentence };
}

function envelopeOf(body: string): z.infer<typeof envelopeSchema>['params'] | null {
  try {
    return envelopeSchema.safeParse(JSON.parse(body)).data?.params ?? null;
  } catch {
    return null;
  }
}

function isUnsuccessful(body: string): boolean {
  return envelopeOf(body)?.status.toUpperCase() === 'UNSUCCESSFUL';
}

function messageOf(body: string): string {
  const message = envelopeOf(body)?.errmsg?.trim() ?? '';
  return message === '' ? '' : ` (${message.slice(0, 200)})`;
}

const FAILURES: Readonly<Record<RegistryFailure['reason'], (detail: string) => AnswerWords>> = {
  'no-session': () =>
    words('The session has ended', 'Log in again, with the extension’s button in the browser’s toolbar.'),
  'no-registry': () => words('No registry address', 'Enter the registry URL of this environment in the settings.'),
  'no-permission': (host) =>
    words(`No access to ${host}`, 'Press “Test this environment” in the settings and allow it.'),
  unreachable: (host) => words(`${host} does not answer`, 'Start the registry, or change its address in the settings.'),
  'too-slow': (host) => words(`${host} is too slow`, 'No whole answer came within 30 seconds.'),
  'too-long': (host) =>
    words('The answer is too long', `${host} sent more than 4 MiB. Ask for less, for example with a limit.`),
  redirect: (host) =>
    words('It redirects', `${host} sends on to another address. It was not followed: the token would go along.`),
  'wrong-path': (path) =>
    words('Not a path of the registry', `${path} leads out of the registry, where the token must not go.`),
};

export function explainCallFailure({ reason, detail }: RegistryFailure): AnswerWords {
  return FAILURES[reason](detail);
}
