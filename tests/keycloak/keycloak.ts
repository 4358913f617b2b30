import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { startKeycloak } from '#demo/keycloak/keycloak';
import { findRuntime, runTool } from '#demo/keycloak/tools';

/** A real Keycloak, or a failure that says what to install: whether it can run here is asked before the tests. */
export async function realKeycloak(pathPrefix: string): Promise<LoginProvider> {
  const way = findRuntime(runTool);
  if (!way.ok) throw new Error(way.failure);
  return startKeycloak({ way: way.value, pathPrefix });
}
