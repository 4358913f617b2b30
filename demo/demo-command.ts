import '#tests/drivers/english';
import { hasDisplay, parseDemoArguments } from './arguments';
import { runDemo } from './demo';
import { printError } from './print-line';

const WRONG_ARGUMENTS = 2;

const mode = parseDemoArguments(process.argv.slice(2), hasDisplay(process.platform, process.env));
if (mode.ok) {
  process.exit(await runDemo(mode.value));
} else {
  printError(mode.failure);
  process.exitCode = WRONG_ARGUMENTS;
}
