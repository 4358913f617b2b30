import { defineLogInTests } from './log-in-tests';
import { test } from './real-provider';

defineLogInTests(test);
