import type { ComponentProps } from 'react';
import { type Address, useHere, useHref, useNavigate } from './here.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: Address;
}

/** A link within the site: no page is loaded, and another tab or window still is where the user wants one. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
        if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}

/** A link of a menu: says so of itself on its screen. */
export function NavLink(props: LinkProps) {
  const isHere = useHere().pathname === props.to;
  return <Link {...props} {...(isHere ? { 'aria-current': 'page' } : {})} />;
}
