#ifndef FILES_LISTING_PRIVATE_H
#define FILES_LISTING_PRIVATE_H

#include "listing.h"

/// What `listing.c` (a listing's life), `listing_tasks.c` (work on one folder) and
/// `listing_events.c` (what happens to folders) share.

/// Puts a folder into the row of those with something to do; the greater task counts.
void listing_enqueue(struct listing *listing, struct folder *folder, enum folder_task task);

/// Takes the next folder, and begins what is to be done with it.
void listing_begin_task(struct listing *listing);

/// Takes what the reading under way has found.
void listing_finish_reading(struct listing *listing);

/// Tells what is still to be told of one folder; false where it can't go on now.
bool listing_tell(struct listing *listing);

/// Notes why the host will have to ask again; the first reason counts.
void listing_outdate(struct listing *listing, const char *reason);

/// Closes the descriptors that are kept while there is work.
void listing_close_folders(struct listing *listing);

#endif
