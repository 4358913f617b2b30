import { Component, type ComponentType, type FunctionComponent } from 'preact';

/**
 * A component that is rerendered only when one of its props changes.
 * `memo` of `preact/compat` would run React's event and attribute handling for every element of a page.
 */
export function memo<Props extends object>(Rendered: FunctionComponent<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return !hasSameValues(this.props, next);
    }

    override render() {
      return <Rendered {...this.props} />;
    }
  };
}

function hasSameValues(previous: object, next: object): boolean {
  const names = Object.keys(next);
  const isSame = (name: string) => Reflect.get(previous, name) === Reflect.get(next, name);
  return names.length === Object.keys(previous).length && names.every(isSame);
}
