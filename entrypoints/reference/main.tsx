import { render } from 'preact';
import { i18n } from '#i18n';
import { ReferencePage } from '../../components/reference/ReferencePage';
import '../../components/ui/look.css';
import '../../components/reference/reference.css';
import { copyText } from '../../lib/browser/clipboard';
import { eventKinds } from '../../lib/telemetry/kinds';
import { generalReadings } from '../../lib/telemetry/readings';
import { referenceOf } from '../../lib/telemetry/reference';
import { namePage } from '../../lib/words/page-language';

namePage(document, i18n.t('page.reference'));
const root = document.getElementById('root');
if (root) {
  render(<ReferencePage entries={eventKinds.map(referenceOf)} readings={generalReadings} onCopy={copyText} />, root);
  // The browser looked for the anchor before there was anything to find.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
