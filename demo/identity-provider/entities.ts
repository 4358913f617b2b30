import { randomBytes, randomUUID } from 'node:crypto';

/** A user of the demo realm, with the fields of the admin console. */
export interface DemoEntity {
  /** The provider's id of the user, a UUID. */
  readonly id: string;
  readonly userId: string;
  readonly password: string;
  readonly roles: readonly string[];
  readonly state: 'ready' | 'disabled' | 'temporary-password';
}

const USERS: readonly Omit<DemoEntity, 'id' | 'password'>[] = [
  { userId: 'teacher-04', roles: ['Teacher'], state: 'ready' },
  { userId: 'student-17', roles: ['Student'], state: 'ready' },
  { userId: 'student-02', roles: ['Student'], state: 'disabled' },
  { userId: 'teacher-09', roles: ['Teacher'], state: 'temporary-password' },
];

/** Creates the demo's entities with random passwords, so that no password is in the source. */
export function createEntities(): readonly DemoEntity[] {
  return USERS.map((user) => ({ ...user, id: randomUUID(), password: randomBytes(9).toString('base64url') }));
}

/** Returns the profile of a user. Keycloak 24 and later reject a user without one of these fields. */
export function profileOf({ userId }: DemoEntity) {
  return { email: `${userId}@example.org`, firstName: 'Test', lastName: 'Entity' };
}
