import { describe, expect, it } from 'vitest';
import { fixOf } from '#core/drafts/quick-fix';
import type { Json } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { panelRules } from '#extension/panel/capture/panel-rules';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

/** The fixes of all findings of a call, as `path: text`. */
function fixesOf(kind: EventKind, ...args: readonly Json[]): readonly string[] {
  const { findings } = panelRules.validateCall(kind, args);
  const record = recordOf(1, { kind, name: kind, call: callOf({ method: kind, args }), findings });
  return findings.map((finding) => textOf(finding.path.join('.'), fixOf(record, finding, panelRules)));
}

function textOf(path: string, fix: ReturnType<typeof fixOf>): string {
  if (fix === null) return `${path}: nothing`;
  return fix.deed === 'write' ? `${path}: ${fix.text}` : `${path}: remove ${fix.name}`;
}

describe('The fixed field', () => {
  it('of a missing field has the value of the sample', () => {
    expect(fixesOf('interact', { id: 'next' })).toContainEqual(expect.stringMatching(/^data\.type: "type": "[A-Z]+"$/));
  });

  it('of a value in the wrong letter case is the one in the right case', () => {
    expect(fixesOf('interact', { type: 'touch', id: 'next', pageid: 'p' })).toContain('data.type: "type": "TOUCH"');
  });

  it('of a number that came as text is the number', () => {
    expect(fixesOf('search', { type: 'content', query: 'q', size: '12', topn: [{}] })).toContain(
      'data.size: "size": 12',
    );
  });

  it('of a field that is not listed is to be removed, or renamed where only its letter case differs', () => {
    const fixes = fixesOf('interact', { type: 'TOUCH', id: 'a', pageid: 'p', extra2: 1, PageId: 'x' });
    expect(fixes).toContain('data.extra2: remove extra2');
    expect(fixes).toContain('data.PageId: "pageid": "x"');
  });

  it('is found for an event of which no call was seen, too', () => {
    const json = { eid: 'INTERACT', edata: { type: 'touch', id: 'a', pageid: 'p' } };
    const { findings } = panelRules.validateEvent(json);
    const record = recordOf(1, { call: null, event: eventOf({ json }), findings });
    const finding = findings.find(({ path }) => path.join('.') === 'edata.type');
    expect(finding && fixOf(record, finding, panelRules)).toEqual({ deed: 'write', text: '"type": "TOUCH"' });
  });
});
