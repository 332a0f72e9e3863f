import { onlineManager, QueryClient } from '@tanstack/react-query';
import { onAnswerLost } from '../api/lost-answers.ts';
import { isRetryableQuery } from '../api/query.ts';

// The library assumes a connection until an event says otherwise; a page that is opened offline gets no event.
onlineManager.setOnline(navigator.onLine);

/** The cache of the server's answers. Another user gets another page load, and with it another cache. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isRetryableQuery,
      staleTime: 30_000,
      // Results are passed to components that are rendered later, such as a lazy window: the properties that they read
      // are not tracked here.
      notifyOnChangeProps: 'all',
    },
    // An act that waited for a connection would be done unseen, after its window was closed.
    mutations: { networkMode: 'always' },
  },
});

// Which of the answers an act changed, if it was done, nobody knows: what is shown is read again, now or once there is
// a connection.
onAnswerLost(() => void queryClient.invalidateQueries());
