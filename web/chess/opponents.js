export const OPPONENTS = [{"player":"engine:level=club","name":"Engine, club","about":"plays like a person rated about 1500"}];
