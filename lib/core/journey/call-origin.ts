import type { EpochMilliseconds, StackFrame, UserAction } from './record';

/** An earlier user action did not lead to the call. */
export const MAX_ACTION_AGE_MS = 5_000;

/** The origin of a call: the code that called, and the user's last action. */
export interface CallOrigin<Stack = readonly StackFrame[], Action = UserAction> {
  /** Set if the user asked for call stacks, and there is one. */
  readonly stack?: Stack | undefined;
  /** Set if the user asked for user actions, and there was one. */
  readonly action?: Action | undefined;
}

/** Whether an action may have led to a call: it came before, and not long before. */
export function isShortlyBefore(action: UserAction, calledAt: EpochMilliseconds): boolean {
  return action.at <= calledAt && calledAt - action.at <= MAX_ACTION_AGE_MS;
}
