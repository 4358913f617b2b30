import packageJson from '../../../package.json' with { type: 'json' };
import { runProcess } from './process-deps';
import { runCommand } from './run-command';

await runProcess(runCommand, packageJson.version);
