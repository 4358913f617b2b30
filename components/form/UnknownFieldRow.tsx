import { useId } from 'preact/hooks';
import { keyOfPath } from '#core/drafts/draft-content';
import { findingsBelow } from '#core/drafts/form-values';
import { formatPath, type JsonPath } from '#core/json/json';
import type { JsonNode } from '#core/json/json-nodes';
import { i18n } from '#i18n';
import { FieldMessages } from './FieldMessages';
import type { FormPart } from './form-props';
import { JsonControl } from './JsonControl';
import { RemoveFieldButton } from './RemoveFieldButton';

interface UnknownFieldRowProps {
  readonly part: FormPart;
  readonly path: JsonPath;
  readonly node: JsonNode | null;
}

/** A field that the definition does not list: any value, shown as JSON. */
export function UnknownFieldRow({ part, path, node }: UnknownFieldRowProps) {
  const id = useId();
  const name = formatPath(path);
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
        <FieldMessages
          id={`${id}-says`}
          field={null}
          findings={findingsBelow(part.findings, path)}
          fixOf={part.fixOf}
        />
      </div>
      <RemoveFieldButton part={part} path={path} />
    </div>
  );
}
