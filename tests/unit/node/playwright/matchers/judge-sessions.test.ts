import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import { noPolicy } from '#core/report/finding-policy';
import type { JudgedRecord } from '#core/stream/judged-record';
import { kindOfEid } from '#core/telemetry/kinds';
import { judgeSoundSessions } from '#node/playwright/matchers/judge-sessions';
import { formatExplanation } from '#node/playwright/matchers/judgement';
import { eventOf, recordOf } from '#tests/fixtures/records';

const play = { type: 'content', mode: 'play' };

function recordsOf(...steps: readonly (readonly [eid: string, seconds: number, edata: JsonObject])[]) {
  return steps.map(([eid, seconds, edata], at): JudgedRecord => {
    const context = { did: 'd', channel: 'c', pdata: { id: 'p' } };
    const json = { eid, ets: 1_700_000_000_000 + seconds * 1_000, context, edata };
    const kind = kindOfEid(eid);
    return recordOf(at + 1, { kind, headline: String(edata.type), event: eventOf({ json }) });
  });
}

const soundSession = recordsOf(
  ['START', 0, play],
  ['IMPRESSION', 1, { type: 'view', pageid: 'quiz' }],
  ['END', 60, play],
);
const sessionWithWrongEnd = recordsOf(['START', 0, play], ['END', 60, { type: 'content', mode: 'preview' }]);
const unpairedSession = recordsOf(
  ['START', 0, play],
  ['INTERRUPT', 30, {}],
  ['END', 60, { type: 'content', mode: 'preview' }],
);

describe('the matcher for user sessions', () => {
  it('judgeSoundSessions passes for valid sessions, including an open session', () => {
    expect(judgeSoundSessions()(soundSession).pass).toBe(true);
    expect(judgeSoundSessions()(soundSession.slice(0, 2)).pass).toBe(true);
  });

  it('judgeSoundSessions fails for an END that does not match its START, and explains the failure with the sessions as a tree', () => {
    const { pass, explain } = judgeSoundSessions()(unpairedSession);
    expect(pass).toBe(false);
    const bar = '█'.repeat(24);
    const numbers = '30 s, 2 events, 0 interactions, 0 pages, no END, open at the end of the input';
    expect(formatExplanation(explain()).slice(0, -1)).toEqual([
      'Expected: sound user sessions',
      'Received: 1 finding in 3 events',
      '  #3 END content',
      '    END of "content · preview" differs from the open START of "content · play", so they never pair. See #1 START content. (user-session/end-differs)',
      'Sessions:',
      '  did d, channel c, producer p',
      `    app               ${bar}  ${numbers.replace('2 events', '3 events')}`,
      `    └ content · play  ${bar}  ${numbers}`,
    ]);
    expect(judgeSoundSessions()(sessionWithWrongEnd).explain().details).toContain('Sessions: none has any time');
    expect(explain().details.at(-1)).toMatch(/^See: {6}.*rules\.md#end-differs$/);
  });

  it('judgeSoundSessions fails for events without a session, unless allowEmpty is set', () => {
    const log = recordsOf(['LOG', 0, {}]);
    for (const records of [[], log]) {
      expect(judgeSoundSessions()(records)).toMatchObject({ pass: false, isEmpty: true });
      expect(judgeSoundSessions(true)(records).pass).toBe(true);
    }
  });

  it('judgeSoundSessions applies severities and ignored findings of the configuration', () => {
    const policyOf = (severity: 'off' | 'info') => ({
      failOn: 'error' as const,
      policy: { ...noPolicy, severities: { 'user-session/end-differs': severity } },
    });
    expect(judgeSoundSessions(false, policyOf('off'))(unpairedSession).pass).toBe(true);
    expect(judgeSoundSessions(false, policyOf('info'))(unpairedSession).pass).toBe(true);
    expect(judgeSoundSessions(false, { ...policyOf('info'), failOn: 'info' })(unpairedSession).pass).toBe(false);
    const ignore = [{ code: 'end-differs', reason: 'Known' }];
    expect(judgeSoundSessions(false, { failOn: 'error', policy: { ...noPolicy, ignore } })(unpairedSession).pass).toBe(
      true,
    );
  });
});
