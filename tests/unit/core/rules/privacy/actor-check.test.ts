import { describe, expect, it } from 'vitest';
import { checkActor } from '#core/rules/privacy/actor-check';

const by = (id: unknown) => ({ eid: 'LOG', actor: { id: id as string, type: 'User' } });
const teacher = { userId: 'teacher-04', subject: '1048a085' };

describe('the actor of an event', () => {
  it('that is neither the entity in use nor anonymous is a notice', () => {
    expect(checkActor(by('student-17'), teacher)).toEqual({
      ruleSet: 'session',
      severity: 'notice',
      code: 'contradiction',
      path: ['actor', 'id'],
      message: 'actor.id is "student-17", but the entity in use is teacher-04. Allowed: teacher-04, or anonymous.',
    });
  });

  it.each([['teacher-04'], ['1048a085'], ['anonymous'], ['Anonymous'], [''], ['0'], [7], [null]])(
    '%s is none',
    (id) => {
      expect(checkActor(by(id), teacher)).toBeNull();
    },
  );

  it('says nothing where nobody is logged in, or the event names no actor', () => {
    expect(checkActor(by('student-17'), null)).toBeNull();
    expect(checkActor({ eid: 'LOG' }, teacher)).toBeNull();
  });
});
