import { afterEach, expect, it, vi } from 'vitest';
import { explainOutcome } from '#components/panel/compose/firing/collector-messages.ts';
import { explainCallFailure } from '#components/panel/registry/registry-messages.ts';
import { loginFailureText } from '#components/popup/model/login-failure-text.ts';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { t } from '#tests/drivers/texts';

afterEach(() => vi.restoreAllMocks());

const failureTitles = (host: string) => {
  const failure = { reason: 'unreachable', detail: host } as const;
  const environment = { ...LOCAL_REGISTRY, authUrl: `https://${host}` };
  return [
    explainOutcome({ outcome: { ok: false, failure }, authorization: 'none' }).title,
    explainCallFailure(failure).title,
    loginFailureText(failure, { environment, userId: 'a' }).title,
  ];
};

it('the message of a failed request says that the browser is offline, except for a request to localhost', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  expect(failureTitles('learn.example.org')).not.toContain(t('page.offline.title'));
  onLine.mockReturnValue(false);
  expect(failureTitles('learn.example.org')).toEqual(Array(3).fill(t('page.offline.title')));
  expect(failureTitles('localhost:8080')).not.toContain(t('page.offline.title'));
});
