import { checkEventAs, correlatorRules } from '#core/rules/checks';
import type { ActingEntity } from '#core/rules/privacy/actor-check';
import { type Capture, type CaptureDeps, createCapture } from './capture';

/** Creates the capture of a panel, with all rules. `entity` returns the entity in use whenever an event is checked. */
export function createPanelCapture(deps: Omit<CaptureDeps, 'rules'>, entity: () => ActingEntity | null): Capture {
  return createCapture({
    ...deps,
    rules: { ...correlatorRules, validateEvent: (event) => checkEventAs(event, entity()) },
  });
}
