import { recordSample } from './record-sample';

await recordSample('public/sample-capture.json');
