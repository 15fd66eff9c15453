// Where the visitor is, as the address says it, beside where the step is.

export function isElsewhere(tour) {
  const { now } = tour;
  const page = window.location.pathname.replace(/\/+$/, "").split("/").pop();
  const view = new URL(window.location.href).searchParams.get("view");
  if (tour.seenOf !== now) Object.assign(tour, { seenOf: now, seen: null, arrived: false });
  if (page === now.page) tour.arrived = true;
  if (view === now.view) tour.seen = view;
  if (page !== now.page) return tour.arrived; // on the way there it is not elsewhere
  if (view) return view !== now.view && tour.seen !== null; // the first view of a page has no name in the address
  return now.view !== "" && tour.seen === now.view;
}
