/**
 * The global names under which the SDKs are reached, best known first.
 * In 1.x all four are one and the same object.
 */
export const SDK_GLOBALS = ['$t', 'EkTelemetry', 'Telemetry', 'telemetry'] as const;

export type SdkGlobal = (typeof SDK_GLOBALS)[number];

/** Whether the name is safe in code: a page and a file may name any global, such as `setTimeout`. */
export function isSdkGlobal(name: string): name is SdkGlobal {
  return SDK_GLOBALS.some((known) => known === name);
}
