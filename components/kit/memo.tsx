import { Component, type ComponentType, type FunctionComponent } from 'preact';

/**
 * A component that is rerendered only when one of its props is another value.
 * The one of `preact/compat` would bring React's events and attributes with it, which then every element of a page goes
 * through.
 */
export function memo<Props extends object>(RenderedState: FunctionComponent<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return !hasSameValues(this.props, next);
    }

    override render() {
      return <RenderedState {...this.props} />;
    }
  };
}

function hasSameValues(before: object, next: object): boolean {
  const names = Object.keys(next);
  const isSame = (name: string) => Reflect.get(before, name) === Reflect.get(next, name);
  return names.length === Object.keys(before).length && names.every(isSame);
}
