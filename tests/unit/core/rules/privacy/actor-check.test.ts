import { expect, it } from 'vitest';
import { checkActor } from '#core/rules/privacy/actor-check';
import { textOf } from '#tests/fixtures/finding-text';

const by = (id: unknown) => ({ eid: 'LOG', actor: { id: id as string, type: 'User' } });
const teacher = { userId: 'teacher-04', subject: '1048a085' };

it('the actor of an event that is neither the entity in use nor anonymous is a notice', () => {
  const finding = checkActor(by('student-17'), teacher);
  expect(finding).toEqual({
    ruleSet: 'entity',
    severity: 'info',
    code: 'contradiction',
    path: ['actor', 'id'],
    params: { reason: 'other-actor', actor: 'student-17', entity: 'teacher-04' },
  });
  expect(textOf(finding ?? undefined)).toBe(
    'actor.id must be teacher-04 (the active entity) or anonymous; got "student-17".',
  );
});

it.each([['teacher-04'], ['1048a085'], ['anonymous'], ['Anonymous'], [''], ['0'], [7], [null]])(
  '%s is no actor of an event',
  (id) => {
    expect(checkActor(by(id), teacher)).toBeNull();
  },
);

it('the check of the actor says nothing if no entity is logged in, or the event names no actor', () => {
  expect(checkActor(by('student-17'), null)).toBeNull();
  expect(checkActor({ eid: 'LOG' }, teacher)).toBeNull();
});
