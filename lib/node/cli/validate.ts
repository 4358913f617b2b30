import packageJson from '../../../package.json' with { type: 'json' };
import { runProcess } from './process-deps';
import { runBasicValidate } from './validate/basic-validate';

await runProcess(runBasicValidate, packageJson.version);
