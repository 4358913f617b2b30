import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { startKeycloak } from '#demo/keycloak/keycloak';
import { findRuntime, runTool } from '#demo/keycloak/tools';

/**
 * Starts a real Keycloak, or throws with instructions.
 * Callers check before the tests whether Keycloak can run.
 */
export async function startRealKeycloak(pathPrefix: string): Promise<LoginProvider> {
  const runtime = findRuntime(runTool);
  if (!runtime.ok) throw new Error(runtime.failure);
  return startKeycloak({ runtime: runtime.value, pathPrefix });
}
