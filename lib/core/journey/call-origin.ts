import type { EpochMilliseconds, StackFrame, UserAction } from './record';

/** Maximum time between a user action and a call that the action may have caused. */
export const MAX_ACTION_AGE_MS = 5_000;

/** The origin of a call: the call stack, and the user's last action. */
export interface CallOrigin<Stack = readonly StackFrame[], Action = UserAction> {
  /** Set if the user has enabled call stacks, and there is one. */
  readonly stack?: Stack | undefined;
  /** Set if the user has enabled user actions, and there was one. */
  readonly action?: Action | undefined;
}

/** Whether an action may have caused a call: it was shortly before the call. */
export function isShortlyBefore(action: UserAction, calledAt: EpochMilliseconds): boolean {
  return action.at <= calledAt && calledAt - action.at <= MAX_ACTION_AGE_MS;
}
