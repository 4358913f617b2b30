import { ensurePackage } from '#tests/runner/builds';

/** Builds the package once for all test files. */
export default ensurePackage;
