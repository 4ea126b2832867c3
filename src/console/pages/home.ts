import { Refused } from '../http/refused.ts'
import { entriesFor, navigationOf } from '../layout/navigation.ts'
import { page, type Route } from '../route.ts'

/** `/console` leads to the first page of the navigation that the person may open. */
export function home(routes: readonly Route[]): Route {
  const navigation = navigationOf(routes)
  return page({
    path: '/console',
    access: 'viewer',
    show({ person }) {
      const first = entriesFor(navigation, person.role)[0]
      if (first === undefined) throw new Refused('notFound')
      return { redirect: first.path }
    },
  })
}
