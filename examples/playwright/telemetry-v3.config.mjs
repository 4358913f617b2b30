// @ts-check
import { defineConfig } from 'telemetry-v3';

/** For the command line, the fixture and the reporter. */
export default defineConfig({
  rules: ['definition', 'envelope', 'privacy'],
  customRules: {
    // Rules of this project: the name is in each finding, as custom:example-channel.
    'example-channel': (_event, get) =>
      get('context.channel') === 'example'
        ? null
        : { path: 'context.channel', text: 'The channel of this site is "example".' },
  },
  ignore: [{ code: 'unknown-field', path: 'edata.extra', reason: 'Our analytics read what the definition omits here' }],
  failOn: 'error',
});
