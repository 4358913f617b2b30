import { logInTests } from './log-in-tests';
import { test } from './real-provider';

logInTests(test);
