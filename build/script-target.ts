/** The target of all bundled scripts. */
export const SCRIPT_TARGET = 'es2022';
