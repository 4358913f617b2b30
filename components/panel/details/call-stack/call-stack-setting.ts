import { defineSetting } from '#components/panel/app/settings.ts';
import { CALL_STACKS, parseCallStacks } from '#extension/panel/capture/call-stack-choice';

/** Whether the pages' call stacks are recorded. The background gives pages another hook then. */
export const callStackSetting = defineSetting(CALL_STACKS, parseCallStacks);
