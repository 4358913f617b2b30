import { createPanel } from '../../lib/browser/devtools';

void createPanel('Telemetry V3', 'icon/32.png', 'panel.html');
