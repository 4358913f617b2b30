/** The columns, in order, with the class that narrow panels drop them by. */
const columns = [
  ['Time', 'c-time'],
  ['Kind', ''],
  ['Headline', ''],
  ['Journey', ''],
  ['Verdict', ''],
  ['Page', 'c-page'],
] as const;

/** The head of the list. */
export function GridHead() {
  return (
    <thead>
      <tr class="row head-row" aria-rowindex={1}>
        {columns.map(([name, extra]) => (
          <th key={name} class={extra} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
