import { createContext } from 'react';
import type { ScreenPath } from './screen-address.ts';

/**
 * The screen around a component; null where a component is shown without one. Apart from the router, which the sign-in
 * page has not.
 */
export const ScreenContext = createContext<ScreenPath | null>(null);
