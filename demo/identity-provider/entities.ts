import { randomBytes, randomUUID } from 'node:crypto';

/** A user of the demo realm, as an admin console would show it. */
export interface DemoEntity {
  /** The provider's own id of the user, a UUID. */
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

/** The demo's entities, with passwords made up at each start: there is none to find in the source. */
export function createEntities(): readonly DemoEntity[] {
  return USERS.map((user) => ({ ...user, id: randomUUID(), password: randomBytes(9).toString('base64url') }));
}

/** Keycloak from 24 on lets no user in who lacks one of these. */
export function profileOf({ userId }: DemoEntity) {
  return { email: `${userId}@example.org`, firstName: 'Test', lastName: 'Entity' };
}
