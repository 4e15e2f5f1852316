export const OPPONENTS = [{"player":"human","name":"Human","about":"at this screen, or by a link"},{"player":"perfect","name":"Perfect","about":"searches"}];
