/**
 * The names of the global variables of SDKs, best known first.
 * In 1.x, all four are the same object.
 */
export const SDK_GLOBALS = ['$t', 'EkTelemetry', 'Telemetry', 'telemetry'] as const;

export type SdkGlobal = (typeof SDK_GLOBALS)[number];

/** Whether a name is safe in code. A page or a file may name any global, such as `setTimeout`. */
export function isSdkGlobal(name: string): name is SdkGlobal {
  return SDK_GLOBALS.some((known) => known === name);
}
