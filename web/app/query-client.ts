import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isRetryable } from '../api/query.ts';

// The library believes to be online until an event says otherwise; a page opened without a connection gets no event.
onlineManager.setOnline(navigator.onLine);

/** The cache of the server's answers. Another user gets another page, and with it another cache. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isRetryable,
      staleTime: 30_000,
      // Results are handed to components that come later, such as the content of a window whose code is on its way: what they
      // look at must not have to be looked at here first for a change to be noticed.
      notifyOnChangeProps: 'all',
    },
  },
});
