import { ensurePackage } from '#tests/runner/builds';

/** Once for all test files. */
export default ensurePackage;
