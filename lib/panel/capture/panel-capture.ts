import { secretGuard } from '#core/stream/secret-guard';
import { type Capture, type CaptureDeps, createCapture } from './capture';

/** Creates the capture of a panel, which redacts secrets. */
export function createPanelCapture(deps: Omit<CaptureDeps, 'guard'>): Capture {
  return createCapture({ ...deps, guard: secretGuard });
}
