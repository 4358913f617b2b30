import { render } from 'preact';
import { ReferencePage } from '#components/reference/ReferencePage.tsx';
import { i18n } from '#i18n';
import '#components/kit/theme/theme.css';
import '#components/reference/reference-page.css';
import { loadReferenceTexts } from '#components/i18n/load-definition-texts.ts';
import { setPageLanguage } from '#components/i18n/page-language.ts';
import { createRuleReference } from '#core/rules/reference/rule-reference';
import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';
import { copyText } from '#extension/browser/clipboard';

setPageLanguage(document, i18n.t('page.reference'));
const root = document.getElementById('root');
void loadReferenceTexts().then(() => {
  if (!root) return;
  const entries = eventKinds.map(referenceOf);
  const rules = createRuleReference();
  render(<ReferencePage entries={entries} rules={rules} readings={generalInterpretations} onCopy={copyText} />, root);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
