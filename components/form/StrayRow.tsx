import { useId } from 'preact/hooks';
import { i18n } from '#i18n';
import { keyOfPath } from '../../lib/compose/draft-content';
import { findingsBelow } from '../../lib/compose/form-values';
import type { JsonNode } from '../../lib/compose/json-nodes';
import { type JsonPath, pathText } from '../../lib/json';
import { FieldSays } from './FieldSays';
import type { FormPart } from './form-part';
import { JsonControl } from './JsonControl';
import { LeaveOut } from './LeaveOut';

interface StrayRowProps {
  readonly part: FormPart;
  readonly path: JsonPath;
  readonly node: JsonNode | null;
}

/** A field that the definition does not list: any value, shown as JSON. */
export function StrayRow({ part, path, node }: StrayRowProps) {
  const id = useId();
  const name = pathText(path);
  return (
    <div class="field" data-path={name}>
      <div class="field-name">
        <label for={id}>
          <code>{String(path.at(-1))}</code>
        </label>
        <small>{i18n.t('form.notListed')}</small>
      </div>
      <div class="field-body">
        <JsonControl
          {...{ part, path, node, id, name }}
          order={[]}
          describedBy={`${id}-says`}
          isWrong={part.pending[keyOfPath(path)] !== undefined}
        />
        <FieldSays id={`${id}-says`} field={null} findings={findingsBelow(part.findings, path)} />
      </div>
      <LeaveOut part={part} path={path} />
    </div>
  );
}
