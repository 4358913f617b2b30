import { expect, it } from 'vitest';
import { checkActor } from '#core/rules/privacy/actor-check';
import { textOf } from '#tests/fixtures/finding-text';

const eventBy = (id: unknown) => ({ eid: 'LOG', actor: { id: id as string, type: 'User' } });
const teacher = { userId: 'teacher-04', subject: '1048a085' };

it('an actor that is neither the active entity nor anonymous is a notice', () => {
  const finding = checkActor(eventBy('student-17'), teacher);
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
  'the actor %s has no finding',
  (id) => {
    expect(checkActor(eventBy(id), teacher)).toBeNull();
  },
);

it('the actor is not checked if no entity is logged in or the event has no actor', () => {
  expect(checkActor(eventBy('student-17'), null)).toBeNull();
  expect(checkActor({ eid: 'LOG' }, teacher)).toBeNull();
});
